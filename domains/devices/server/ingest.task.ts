import type { Platform, Task } from '@lamplight/server-kit'
import { type Intake, intakePort } from '../model/ports.ts'
import { showStates } from './live-states.ts'
import { knownPort } from './ports.ts'
import { missedGateways, setOffline, setSilentOffline, silentGateways } from './presence.ts'
import { createRefusals } from './refusals.ts'
import { createSignIn } from './sign-in.ts'

/** The state of every device is read at each fourth look. */
const LOOKS_PER_SCAN = 4
/** A report may come this much later than its interval. */
const LATE_SECONDS = 30
/** Other processes write last-seen times at least this often. */
const OTHERS_NOTE_SECONDS = 30

/**
 * How often the platform waits for another quarter of GATEWAY_RETURN_SECONDS at most: as long as each quarter brings gateways back, or none
 * has come back at all.
 */
const MORE_QUARTERS = 16

/**
 * After a start no gateway is connected to the embedded broker, so all are set offline. Those that have not reconnected within
 * GATEWAY_RETURN_SECONDS are lost: no broker was there to say so. A start of the platform is no outage of the gateways: while they are
 * coming back, or before the first of them does, they get more time (MORE_QUARTERS).
 */
const startAfresh = async (platform: Platform, mark: ReturnType<Intake['open']>['mark']): Promise<() => void> => {
  await platform.system.query('update devices_gateway set online = false where online is distinct from false')
  const noteLost = async (): Promise<void> => {
    const gateways = await platform.system.query<{ id: string; tenant_id: string }>(
      `select distinct g.id, g.tenant_id from devices_gateway g join devices_registry r on r.tenant_id = g.tenant_id and r.gateway_id = g.id
         join devices_state s on s.device_id = r.device_id where not g.online and s.online`,
    )
    showStates(platform, await setOffline(platform, platform.system.query, gateways))
    for (const { sn, at } of await missedGateways(platform)) mark({ sn, online: false, at: at + 1, anew: false })
  }
  const seconds = platform.config.number('GATEWAY_RETURN_SECONDS', 60)
  let timer: NodeJS.Timeout
  const all = (await missedGateways(platform)).length
  let missed = all
  const look = async (left: number): Promise<void> => {
    const before = missed
    missed = (await missedGateways(platform)).length
    if (missed > 0 && (missed < before || missed === all) && left > 0) later(seconds / 4, left - 1)
    else await noteLost()
  }
  const later = (wait: number, left: number): void => {
    timer = setTimeout(
      () => void look(left).catch((thrown: unknown) => platform.log.error('lost gateways not noted', { why: String(thrown) })),
      wait * 1000,
    )
  }
  later(seconds, MORE_QUARTERS)
  return () => clearTimeout(timer)
}

/** Every few seconds, sets gateways offline that have been silent for too long. */
const watchSilence = (platform: Platform, { note, mark }: Pick<ReturnType<Intake['open']>, 'note' | 'mark'>): (() => void) => {
  const since = platform.clock.now()
  const lagSeconds = platform.mqtt.reportsPresence ? 0 : OTHERS_NOTE_SECONDS
  let looks = 0
  const look = async (): Promise<void> => {
    await note()
    // One millisecond after the last message: a gateway that has sent something since then stays online.
    for (const { sn, at } of await silentGateways(platform, { lagSeconds, since })) mark({ sn, online: false, at: at + 1, anew: false })
    looks += 1
    if (looks % LOOKS_PER_SCAN === 0) await setSilentOffline(platform, { lagSeconds: LATE_SECONDS, since })
  }
  const every = Math.min(15, platform.config.number('REPORT_SECONDS', 300)) * 1000
  const timer = setInterval(
    () => void look().catch((thrown: unknown) => platform.log.error('silent gateways not found', { why: String(thrown) })),
    every,
  )
  return () => clearInterval(timer)
}

/** Receives messages of gateways from the broker, stores them in batches and acknowledges them after the commit. */
export const ingestTask: Task = {
  name: 'devices.ingest',
  role: 'ingest',
  start: async (platform) => {
    const known = platform.port(knownPort)
    const intake = platform.port(intakePort).open()
    const refusals = createRefusals(platform)
    const forgetStart = platform.mqtt.reportsPresence ? await startAfresh(platform, intake.mark) : () => undefined
    const forgetSilence = watchSilence(platform, intake)
    platform.mqtt.onPresence((sn, online, at) => intake.mark({ sn, online, at, anew: true }))
    platform.mqtt.authenticate(createSignIn(platform, known, refusals))
    platform.mqtt.onRefused?.(intake.refused)
    platform.mqtt.consume(intake.take)
    return async () => {
      forgetStart()
      forgetSilence()
      await intake.close()
      await refusals.stop()
    }
  },
}
