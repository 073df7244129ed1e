import { type AnswerOf, api, Link, useT } from '@lamplight/console-kit'
import { type Series, TimeChart } from '@lamplight/console-kit/charts'
import { detailHref, knownResource } from '@lamplight/console-kit/resource'
import type { Row } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import { KIND } from '../model/kinds.ts'
import type { record } from '../model/record.resource.ts'
import type { curveRoute } from '../server/curve.handler.ts'
import './diagnosis.css'
import { M } from './diagnosis.messages.ts'

type Point = AnswerOf<typeof curveRoute>['points'][number]
const controllerHref = (id: string): string => {
  const controller = knownResource('lighting.controller')
  return controller ? (detailHref(controller, id) ?? '') : ''
}
const powerOf = (points: readonly Point[]) => points.map(({ at, power }) => [at, power] as const)

/** The night of a record (W and wanted level), beside a healthy neighbour of the same model and programme. */
export const CurveTab = ({ row }: { readonly row: Row<typeof record> }) => {
  const t = useT()
  const { data } = useQuery({
    queryKey: ['diagnosis', 'curve', row.id, row.lastDay],
    queryFn: () => api.get<typeof curveRoute>('blade-alarm/abnormalDiagnoseRecord/curve', { id: row.id }),
  })
  if (!data) return <div className="ll-diagnosis-wait" />
  const isMeter = row.kind === KIND.leakage
  const [dusk, dawn] = data.night
  const night = dusk !== undefined && dawn !== undefined ? [[dusk, dawn] as const] : []
  const span = [data.from, data.to] as const
  const power: Series[] = [
    { name: t(isMeter ? M.ownMeter : M.own), hue: 'danger', points: powerOf(data.points) },
    ...(data.neighbour.length > 0 ? [{ name: t(M.neighbourId), hue: 'neutral', points: powerOf(data.neighbour) } as const] : []),
  ]
  const level: Series[] = [
    { name: t(M.own), hue: 'gold', step: true, points: data.points.map((point) => [point.at, point.level] as const) },
  ]
  if (data.points.length === 0) return <p className="ll-diagnosis-note">{t(M.noReadings)}</p>
  return (
    <div className="ll-diagnosis-curves">
      <TimeChart title={`${t(isMeter ? M.meter : M.power)} · ${data.day}`} unit="W" series={power} night={night} span={span} height={300} />
      {!isMeter && <TimeChart title={t(M.level)} unit="%" series={level} night={night} span={span} height={140} />}
      <p className="ll-diagnosis-note">
        {data.neighbourId === '' ? (
          !isMeter && t(M.noNeighbour)
        ) : (
          <>
            {t(M.neighbourId)}: <Link to={controllerHref(data.neighbourId)}>{data.neighbourSn}</Link>
          </>
        )}
      </p>
    </div>
  )
}
