import type { Text } from '@lamplight/kit'
import type { Hit } from './hit.ts'
import { TEST_LEVELS } from './proof.ts'

const percent = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`

/** What a symptom says, in both languages; at most 200 characters. */
export const evidenceOf = ({ kind, value, limit }: Hit): Text => {
  const [is, bound] = [percent(Math.abs(value)), percent(Math.abs(limit))]
  switch (kind) {
    case 'dark':
      return [`夜间功率为同组的 ${is}（阈值 ${bound}）`, `Power by night is ${is} of its group (limit ${bound})`]
    case 'dayBurner':
      return [`白天功率为额定的 ${is}（阈值 ${bound}）`, `Power by day is ${is} of the nominal power (limit ${bound})`]
    case 'dimFailure':
      return [`低亮度与全亮功率之比为同组的 ${is}（阈值 ${bound}）`, `Reduced against full power is ${is} of its group (limit ${bound})`]
    case 'cycling':
      return limit >= 1
        ? [`一夜亮灭 ${value} 次（阈值 ${limit}）`, `${value} changes between lit and dark in a night (limit ${limit})`]
        : [`累计电量为读数的 ${is}（阈值 ${bound}）`, `Its counter shows ${is} of what the readings say (limit ${bound})`]
    case 'powerDeviation':
      return value < 0
        ? [`功率比自身基线低 ${is}（阈值 ${bound}）`, `Power is ${is} below its own baseline (limit ${bound})`]
        : [`功率比自身基线高 ${is}（阈值 ${bound}）`, `Power is ${is} above its own baseline (limit ${bound})`]
    case 'leakage': {
      const [watts, most] = [Math.round(value), Math.round(limit)]
      return [
        `7 天内有 ${watts} W 昼夜不变的不明负荷（阈值 ${most} W），需现场测量`,
        `${watts} W by day and night that no lamp explains, over 7 days (limit ${most} W); measure on site`,
      ]
    }
  }
}

/** The metered answer to the levels of the active test: `100 %: 98.2 W, 50 %: 53 W, 0 %: 0.5 W`. */
export const answersOf = (watts: readonly number[]): string =>
  watts.map((watt, n) => `${TEST_LEVELS[n]} %: ${Math.round(watt * 10) / 10} W`).join(', ')
