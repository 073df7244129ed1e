import { api, notify, usePermission, useT } from '@lamplight/console-kit'
import type { nightChange, nightState } from '@lamplight/lighting/server'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { M } from './home/home.messages.ts'

const PATH = 'blade-city/virtual/night'
const KEY = ['virtual', 'night']

/** Switch that lights the lamps of a virtual city by day as at night. */
export const NightSwitch = () => {
  const t = useT()
  const allowed = usePermission('lamp_dim')
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: () => api.get<typeof nightState>(PATH, {}, { quiet: true }),
    staleTime: 60_000,
    retry: false,
  })
  const show = useMutation({
    mutationFn: (night: boolean) => api.post<typeof nightChange>(PATH, { body: { night } }),
    onSuccess: ({ night }) => {
      client.setQueryData(KEY, { available: true, night })
      if (night) notify.success(M.nightHint)
    },
  })
  if (!data?.available || !allowed) return null
  return (
    <button type="button" className="ll-button" title={t(M.nightHint)} disabled={show.isPending} onClick={() => show.mutate(!data.night)}>
      {t(data.night ? M.endNight : M.showNight)}
    </button>
  )
}
