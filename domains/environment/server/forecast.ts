import type { Text } from '@lamplight/kit'
import { createOutbound, formatTime, type Outbound, type Platform } from '@lamplight/server-kit'
import { paramsPort } from '@lamplight/system/model'
import { cityDays } from '@lamplight/town'
import { WEATHER_URL } from '../model/index.ts'
import { type ForecastDay, readForecast } from '../model/weather.ts'

const CACHED_MS = 3_600_000
/** Time after a failed request until the provider is asked again. */
const RETRY_MS = 60_000
const CITY_DAYS = 7
const ANSWER_AT_MOST = 256 * 1024

export interface Forecast {
  readonly days: readonly ForecastDay[]
  /** Time of the provider's answer, epoch ms; null without an answer. */
  readonly at: number | null
  readonly source: Text
  /** Says why there are no days, or why they are old. */
  readonly hint: Text
}
interface Kept {
  readonly url: string
  readonly askedAt: number
  readonly at: number
  readonly days: readonly ForecastDay[]
  readonly failed: boolean
}

const NONE: Text = ['', '']
const NO_PROVIDER: Text = [
  `未设置天气预报地址，请管理员设置参数 ${WEATHER_URL}`,
  `No provider is set. An administrator sets the parameter ${WEATHER_URL}`,
]
const NOT_HTTPS: Text = [`参数 ${WEATHER_URL} 必须是 https 地址`, `The parameter ${WEATHER_URL} must be an https address`]
const UNREACHABLE: Text = [
  '天气服务没有给出可用的预报，稍后重试',
  'The provider did not answer with a usable forecast. It is asked again soon',
]

/** The forecast of the virtual city. Its weather depends only on the time. */
const cityForecast = (now: number): Forecast => ({
  days: cityDays(now, CITY_DAYS).map(({ at, code, least, most, rain, wind }) => {
    const rounded = (value: number): number => Math.round(value * 10) / 10
    return {
      date: formatTime(at, 'Asia/Shanghai').slice(0, 10),
      code,
      least: rounded(least),
      most: rounded(most),
      rain: rounded(rain),
      wind: rounded(wind),
    }
  }),
  at: now,
  source: ['虚拟城市', 'Virtual city'],
  hint: NONE,
})

/**
 * Reads the forecast of the provider at `weather.url`. Keeps an answer for an hour, and asks again a minute after a failure. Calls that come while the
 * provider is asked wait for the same answer. A demo without a provider has the weather of the virtual city.
 */
export const createForecasts = (platform: Platform, outbound: Outbound = createOutbound(platform.config)): (() => Promise<Forecast>) => {
  let kept: Kept | undefined
  let running: { readonly url: string; readonly answer: Promise<Kept> } | undefined
  const ask = async (url: string, now: number): Promise<Kept> => {
    const before = kept?.url === url ? kept : undefined
    try {
      const answer = await outbound(url, { headers: { accept: 'application/json' }, answerAtMost: ANSWER_AT_MOST })
      const days = answer.status === 200 ? readForecast(await answer.json()) : null
      if (days) return { url, askedAt: now, at: now, days, failed: false }
      platform.log.warn('no forecast in the answer of the weather provider', { status: answer.status })
    } catch (why) {
      platform.log.warn('the weather provider could not be reached', { why: String(why) })
    }
    return { url, askedAt: now, at: before?.at ?? 0, days: before?.days ?? [], failed: true }
  }
  const askOnce = (url: string, now: number): Promise<Kept> => {
    if (running?.url === url) return running.answer
    const answer = ask(url, now).finally(() => {
      if (running?.answer === answer) running = undefined
    })
    running = { url, answer }
    return answer
  }
  return async () => {
    const url = (await platform.port(paramsPort).text(WEATHER_URL, '')).trim()
    const now = platform.clock.now()
    if (url === '') return platform.config.demo ? cityForecast(now) : { days: [], at: null, source: NONE, hint: NO_PROVIDER }
    if (!URL.canParse(url) || new URL(url).protocol !== 'https:') return { days: [], at: null, source: NONE, hint: NOT_HTTPS }
    const isFresh = kept?.url === url && now - kept.askedAt < (kept.failed ? RETRY_MS : CACHED_MS)
    const read = kept && isFresh ? kept : await askOnce(url, now)
    kept = read
    const { days, at, failed } = read
    const { host } = new URL(url)
    return { days, at: at || null, source: [host, host], hint: failed ? UNREACHABLE : NONE }
  }
}
