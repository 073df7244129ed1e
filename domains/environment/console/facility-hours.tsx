import { Segments, type Translate, useFormat, useT } from '@lamplight/console-kit'
import { TimeChart } from '@lamplight/console-kit/charts'
import { Waiting } from '@lamplight/console-kit/resource'
import { useState } from 'react'
import type { monitoring } from '../server/hours.handler.ts'
import { M } from './environment.messages.ts'
import { type FacilityName, useFacility } from './facility.ts'

const CHOICES = [12, 24, 48, 168] as const
const DAY_HOURS = 24
const HEIGHT = 180

const spanWords = (hours: number, t: Translate): string =>
  hours > DAY_HOURS ? t(M.lastDays, { n: String(hours / DAY_HOURS) }) : t(M.lastHours, { n: String(hours) })

/** Charts of the last hours of one device, or of all devices. */
export const FacilityHours = ({ name, id }: { readonly name: FacilityName; readonly id?: string }) => {
  const t = useT()
  const { instant } = useFormat()
  const [hour, setHour] = useState<number>(DAY_HOURS)
  const query = useFacility<typeof monitoring>(name, 'monitoring', { hour, ...(id && { id }) })
  if (!query.data) return <Waiting query={query} rows={4} />
  const { records } = query.data
  const points = (of: 'level' | 'highest' | 'reporting' | 'openings' | 'faults') =>
    records.map((record) => [instant(record.time) ?? 0, record[of]] as const)
  return (
    <div className="ll-env-hours">
      <Segments
        label={t(M.hours)}
        value={hour}
        options={CHOICES.map((value) => ({ value, label: spanWords(value, t) }))}
        onChange={setHour}
      />
      <div className="ll-env-charts">
        <TimeChart
          title={t(name === 'trash' ? M.level : M.waterLevel)}
          unit="%"
          height={HEIGHT}
          series={[
            { name: t(M.mean), points: points('level'), hue: 'primary' },
            { name: t(M.highest), points: points('highest'), hue: 'warning' },
          ]}
        />
        {id === undefined && (
          <TimeChart
            title={t(M.reporting)}
            unit={t(M.unitDevice)}
            height={HEIGHT}
            series={[{ name: t(M.reporting), points: points('reporting'), kind: 'bar', hue: 'neutral' }]}
          />
        )}
        {name === 'trash' && (
          <TimeChart
            title={t(M.openings)}
            unit={t(M.unitTimes)}
            height={HEIGHT}
            series={[{ name: t(M.openings), points: points('openings'), kind: 'bar', hue: 'primary' }]}
          />
        )}
        <TimeChart
          title={t(M.newFaults)}
          unit={t(M.unitTimes)}
          height={HEIGHT}
          series={[{ name: t(M.newFaults), points: points('faults'), kind: 'bar', hue: 'danger' }]}
        />
      </div>
    </div>
  )
}
