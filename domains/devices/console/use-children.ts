import { api, queryClient, useLive } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { childDevices, unregisteredChildren } from '../server/gateways/gateway.handler.ts'
import { type Device, withNews } from './device-columns.tsx'

/** The devices of a gateway with live updates. All are loaded at once and paged in the browser, because a gateway has tens of them. */
export const useChildren = (gwSn: string) => {
  const key = ['devices.gateway', 'children', gwSn]
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<typeof childDevices>('blade-device/gateway/child_device', { gwSn }, { signal, quiet: true }),
  })
  const strangers = useQuery({
    queryKey: ['devices.gateway', 'strangers', gwSn],
    queryFn: ({ signal }) =>
      api.get<typeof unregisteredChildren>('blade-device/device/gw/unregistered_child_dev', { gwSn }, { signal, quiet: true }),
  })
  useLive('lamps', ({ changes = [] }) => {
    const news = new Map(changes)
    queryClient.setQueryData<readonly Device[]>(key, (old) =>
      old?.some((one) => news.has(one.id)) ? old.map((one) => withNews(one, news.get(one.id))) : old,
    )
  })
  const [sn, setSn] = useState('')
  const [page, setPage] = useState({ current: 1, size: 50 })
  const found = useMemo(
    () => (query.data ?? []).filter((device) => `${device.sn} ${device.name}`.toLowerCase().includes(sn.trim().toLowerCase())),
    [query.data, sn],
  )
  const current = Math.min(page.current, Math.max(1, Math.ceil(found.length / page.size)))
  return {
    query,
    strangers: strangers.data ?? [],
    sn,
    setSn,
    found,
    shown: found.slice((current - 1) * page.size, current * page.size),
    current,
    size: page.size,
    setPage,
  }
}
