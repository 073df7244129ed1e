import type { Outbound, Platform } from '@lamplight/server-kit'
import { expect, test } from 'vitest'
import { createForecasts } from './forecast.ts'

const ANSWER = { daily: { time: ['2026-11-20'], weather_code: [3], temperature_2m_min: [4], temperature_2m_max: [11] } }

test('calls that come while the provider is asked wait for the same answer; another address is asked anew', async () => {
  let url = 'https://weather.example/one'
  const asked: string[] = []
  const answers: (() => void)[] = []
  const outbound: Outbound = async (address) => {
    asked.push(String(address))
    await new Promise<void>((resolve) => answers.push(resolve))
    return Response.json(ANSWER)
  }
  const platform = {
    port: () => ({ text: async () => url }),
    clock: { now: () => 1_000_000 },
    config: { demo: false },
    log: { warn: () => undefined },
  } as unknown as Platform
  const forecast = createForecasts(platform, outbound)
  const calls = [forecast(), forecast(), forecast()]
  await expect.poll(() => answers.length).toBe(1)
  url = 'https://weather.example/two'
  const other = forecast()
  await expect.poll(() => answers.length).toBe(2)
  for (const answer of answers) answer()
  const [first, ...rest] = await Promise.all(calls)
  for (const one of rest) expect(one).toEqual(first)
  expect(first?.source[0]).toBe('weather.example')
  await other
  expect(asked).toEqual(['https://weather.example/one', 'https://weather.example/two'])
  await forecast()
  expect(asked).toHaveLength(2)
})
