import { useFormat, useT } from '@lamplight/console-kit'
import { tableOf, withBands } from '@lamplight/console-kit/charts'
import { type DeviceProperty, type DeviceTypeDefinition, unitSymbol } from '@lamplight/kit'
import { useMemo } from 'react'
import { D } from './device.messages.ts'
import { type Bucket, type Drawn, seriesOf } from './device-series.ts'

/** The charts of the properties that have values, and the same data as rows of a file. */
export const useDrawn = (type: DeviceTypeDefinition, buckets: readonly Bucket[] | undefined) => {
  const t = useT()
  const format = useFormat()
  const drawn = useMemo(() => {
    const wordsOf = ({ values, type: kind }: DeviceProperty): Drawn['words'] => {
      if (kind === 'boolean' && !values) return { 0: t(D.no), 1: t(D.yes) }
      return values && Object.fromEntries(Object.entries(values).map(([value, text]) => [value, t(text)]))
    }
    return Object.entries(type.properties).flatMap(([name, property]): readonly Drawn[] => {
      if (!property.history || property.retired) return []
      const label = t(property.label)
      const title = property.counter ? t(D.increase, { name: label }) : label
      const series = seriesOf(name, property, title, buckets ?? [])
      if (series.points.length === 0) return []
      const unit = property.unit ? unitSymbol(property.unit) : ''
      const isQuantity = Boolean(property.counter) || (property.min ?? -1) >= 0
      return [{ name, title, unit, words: wordsOf(property), fromZero: isQuantity, series: [series] }]
    })
  }, [type, buckets, t])
  const rows = (): readonly (readonly unknown[])[] => {
    const columns = drawn.flatMap(({ unit, words, series }) =>
      withBands(series, [t(D.lowest), t(D.highest)]).map((one) => ({
        head: unit ? `${one.name} (${unit})` : one.name,
        words,
        series: one,
      })),
    )
    const table = tableOf(columns.map(({ series }) => series)).filter(({ values }) => values.some((value) => value !== null))
    return [
      [t(D.time), ...columns.map(({ head }) => head)],
      ...table.map(({ at, values }) => [
        format.time(at),
        ...values.map((value, column) => columns[column]?.words?.[value ?? Number.NaN] ?? value),
      ]),
    ]
  }
  return { drawn, rows }
}
