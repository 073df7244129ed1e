import { api, Link, usePermission, useT } from '@lamplight/console-kit'
import type { WireRow } from '@lamplight/fields/model'
import { useQuery } from '@tanstack/react-query'
import type { solarLamp } from '../model/solar-lamp.resource.ts'
import { SocCell } from './soc-cell.tsx'
import './solar.css'
import { S } from './solar.messages.ts'

type Lamp = WireRow<typeof solarLamp>

/** Solar lamps on a pole, below the header of its page: links to `/sun/details/details`. */
export const PoleLamps = ({ row }: { readonly row: { readonly id: string } }) => {
  const t = useT()
  const may = usePermission('solar_lamp_view')
  const { data } = useQuery({
    queryKey: ['solar.lamp', 'list', 'pole', row.id],
    queryFn: ({ signal }) =>
      api.get<{ readonly records: readonly Lamp[] }>('blade-sun/device/list', { lampPostId: row.id, size: 50 }, { signal, quiet: true }),
    enabled: may,
  })
  if (!data || data.records.length === 0) return null
  return (
    <section className="ll-solar-pole" aria-label={t(S.onPole)}>
      <h2>{t(S.onPole)}</h2>
      {data.records.map(({ id, sn, name, soc, deviceState }) => (
        <span key={id}>
          <Link to={`/sun/details/details?id=${id}`}>{name || sn}</Link>{' '}
          <SocCell value={soc === null || soc === '' ? null : Number(soc)} row={{ deviceState }} />
        </span>
      ))}
    </section>
  )
}
