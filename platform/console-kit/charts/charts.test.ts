import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { axisLabel, type Look, optionOf } from './option.ts'
import { clip, floorOf, type Series, spanOf, tableOf, withBands } from './series.ts'
import { instantOfWall } from './use-drag-range.ts'

const power: Series = {
  name: '功率',
  points: [
    [0, 10],
    [3_600_000, null],
    [7_200_000, 30],
  ],
}
const level: Series = { name: '亮度', points: [[3_600_000, 50]], kind: 'bar' }
const look: Look = {
  hues: { primary: '#1', gold: '#2', success: '#3', warning: '#4', danger: '#5', neutral: '#6' },
  text: '#7',
  text2: '#8',
  line: '#9',
  floating: '#a',
  night: '#b',
  font: 'f',
  fontSize: 12,
}
const draw = (series: readonly Series[], fromZero = true) =>
  optionOf({ series, unit: 'W', night: [[-9e6, 3_600_000]], fromZero, look, wall: (at) => at + 8 * 3_600_000, number: String }) as {
    series: { data: unknown[]; markArea?: { data: { xAxis: number }[][] }; endLabel: { show: boolean }; labelLayout: object }[]
    grid: { right: number; top: number }
    legend?: { data: string[] }
    xAxis: { axisLabel: { formatter: (at: number) => string } }
    yAxis: { min?: number; scale: boolean }
    tooltip: { formatter: (tips: object[]) => string }
  }

describe('series', () => {
  it('join into one table with empty cells at gaps', () => {
    expect(tableOf([power, level])).toEqual([
      { at: 0, values: [10, null] },
      { at: 3_600_000, values: [null, 50] },
      { at: 7_200_000, values: [30, null] },
    ])
  })

  it('keep every point in the table, in order of time', () => {
    const points = fc.uniqueArray(fc.tuple(fc.nat(), fc.integer()), { selector: ([at]) => at })
    fc.assert(
      fc.property(points, points, (a, b) => {
        const rows = tableOf([
          { name: 'a', points: a },
          { name: 'b', points: b },
        ])
        expect(rows.map((row) => row.at)).toEqual([...new Set([...a, ...b].map(([at]) => at))].sort((x, y) => x - y))
        expect(rows.filter((row) => row.values[0] !== null).length).toBe(a.length)
      }),
    )
  })

  it('have a time span, and nights are clipped to it', () => {
    expect(spanOf([power, level])).toEqual([0, 7_200_000])
    expect(spanOf([{ name: 'x', points: [] }])).toBeNull()
    expect(
      clip(
        [
          [-5, 5],
          [20, 30],
          [8, 12],
        ],
        [0, 10],
      ),
    ).toEqual([
      [0, 5],
      [8, 10],
    ])
  })

  it('begin at zero unless they are negative or no quantities', () => {
    expect(floorOf([power], true)).toBe(0)
    expect(floorOf([power], false)).toBeNull()
    expect(floorOf([{ name: 't', points: [[0, -3]] }], true)).toBeNull()
  })
})

describe('a chart', () => {
  it('draws in the clock time of the tenant, with the night shaded', () => {
    const option = draw([power])
    expect(option.series[0]?.data[0]).toEqual([8 * 3_600_000, 10])
    expect(option.series[0]?.markArea?.data).toEqual([[{ xAxis: 8 * 3_600_000 }, { xAxis: 9 * 3_600_000 }]])
    expect(option.yAxis).toMatchObject({ min: 0, scale: false })
    expect(draw([power], false).yAxis.scale).toBe(true)
  })

  it('labels lines at their ends when there are several', () => {
    expect(draw([power]).series[0]?.endLabel.show).toBe(false)
    expect(draw([power, { ...power, name: '额定' }]).series.map((one) => one.endLabel.show)).toEqual([true, true])
  })

  it('moves the names of lines apart, and names bars above them', () => {
    const bars = draw([level, { ...level, name: '额定' }])
    expect(bars.legend?.data).toEqual(['亮度', '额定'])
    expect(bars.grid.right).toBe(draw([power]).grid.right)
    expect(bars.grid.top).toBeGreaterThan(draw([power]).grid.top)
    expect(draw([level]).legend).toBeUndefined()
    const lines = draw([power, { ...power, name: '额定' }])
    expect(lines.legend).toBeUndefined()
    expect(lines.series.map((one) => one.labelLayout)).toEqual([{ moveOverlap: 'shiftY' }, { moveOverlap: 'shiftY' }])
  })

  it('names months if its points are whole months', () => {
    const at = (month: number, day = 1): number => Date.UTC(2026, month, day) - 8 * 3_600_000
    const monthly = draw([
      {
        name: '故障',
        points: [
          [at(9), 1],
          [at(10), 2],
        ],
      },
    ])
    expect(monthly.xAxis.axisLabel.formatter(Date.UTC(2026, 9, 1))).toBe('2026-10')
    expect(monthly.tooltip.formatter([{ seriesName: '故障', color: '#1', value: [Date.UTC(2026, 9, 1), 1] }])).toContain('>2026-10<')
    const daily = draw([
      {
        name: '故障',
        points: [
          [at(9), 1],
          [at(9, 2), 2],
        ],
      },
    ])
    expect(daily.xAxis.axisLabel.formatter(Date.UTC(2026, 9, 1))).toBe('10-01')
    const single = draw([{ name: '故障', points: [[at(9), 1]] }]).xAxis.axisLabel
    expect([single.formatter(Date.UTC(2026, 9, 1)), single.formatter(Date.UTC(2026, 9, 1, 6))]).toEqual(['2026-10-01', ''])
  })

  it('writes names into its tooltip as text, never as markup', () => {
    const tip = draw([power]).tooltip.formatter([{ seriesName: '<img src=x>', color: '#1', value: [0, 5] }])
    expect(tip).not.toContain('<img')
    expect(tip).toContain('5 W')
  })

  it('labels midnight with the day', () => {
    expect([axisLabel(Date.UTC(2026, 10, 20)), axisLabel(Date.UTC(2026, 10, 20, 18, 30))]).toEqual(['11-20', '18:30'])
  })

  const banded: Series = {
    name: '温度',
    points: [
      [0, 10],
      [3_600_000, 12],
    ],
    band: {
      low: [
        [0, -4],
        [3_600_000, 12],
      ],
      high: [
        [0, 15],
        [3_600_000, 12],
      ],
    },
  }
  it('draws a band between minimum and maximum, shown in the tooltip of its line only', () => {
    const { series, yAxis, tooltip } = draw([banded])
    expect(series.map((one) => one.data[0])).toEqual([
      [8 * 3_600_000, 10, -4, 15],
      [8 * 3_600_000, -4],
      [8 * 3_600_000, 19],
    ])
    expect(yAxis.min).toBeUndefined()
    const tip = tooltip.formatter([
      { seriesName: '温度', color: '#1', value: [0, 10, -4, 15] },
      { seriesName: '', color: '#1', value: [0, -4] },
    ])
    expect(tip).toContain('10 W (-4 – 15)')
    expect(tip.match(/ll-tip-line/g)).toHaveLength(1)
    expect(withBands([banded, power], ['最低', '最高']).map(({ name }) => name)).toEqual(['温度', '温度 最低', '温度 最高', '功率'])
  })

  it('draws choices as steps, with their names on the axis', () => {
    const lid: Series = { name: '桶盖', points: [[0, 1]], step: true }
    const drawn = optionOf({
      series: [lid],
      unit: '',
      night: [],
      fromZero: true,
      look,
      wall: (at: number) => at,
      number: String,
      words: { 0: '关', 1: '开' },
    })
    const { series, yAxis } = drawn as {
      series: { step: string }[]
      yAxis: { min: number; max: number; axisLabel: { formatter: (v: number) => string } }
    }
    expect(series[0]?.step).toBe('end')
    expect(yAxis).toMatchObject({ min: 0, max: 1, interval: 1 })
    expect([yAxis.axisLabel.formatter(1), yAxis.axisLabel.formatter(0.5)]).toEqual(['开', ''])
  })

  it('converts a clock time back to an instant, also where the clock changes', () => {
    const change = 50 * 3_600_000
    const wall = (at: number): number => at + (at < change ? 3_600_000 : 7_200_000)
    for (const at of [0, change - 1000, change + 5 * 3_600_000]) expect(instantOfWall(wall(at), wall)).toBe(at)
  })
})
