import { deviceTypesPort } from '@lamplight/devices/model'
import type { DeviceDriver, DriverFault, DriverLink, DriverOrder, Platform } from '@lamplight/server-kit'
import { type Claim, LEASE_MS } from '../ledger/outbox.ts'
import { HOLD, RELEASE_ROUTE } from '../ledger/packing.ts'
import { driverOrders } from '../ledger/unanswered.ts'
import type { Writer } from '../ledger/writer.port.ts'
import { createSecretReader } from '../params/param-secrets.ts'
import type { Drivers } from './drivers.port.ts'

interface SenderParts {
  readonly platform: Platform
  readonly writer: Writer
  readonly drivers: Drivers
  readonly owner: string
}

/** Renews the lease on a claim until `end` or `signal`; aborts `lost` if another process has it or it was not renewed in time. */
const holdLease = ({ platform, writer, owner }: SenderParts, { order, gatewaySn }: Claim, lost: AbortController, signal: AbortSignal) => {
  const { system, clock } = platform
  let heldUntil = performance.now() + LEASE_MS
  const renew = async (): Promise<void> => {
    const [sentAt, now] = [performance.now(), clock.now()]
    const next = new Date(now + writer.ledger.times.resend * 1000)
    const held = await system.query(HOLD, [order.id, gatewaySn, owner, new Date(now + LEASE_MS), next]).catch(() => null)
    if (held && held.length > 0) heldUntil = sentAt + LEASE_MS
    else if (held || performance.now() >= heldUntil) lost.abort()
  }
  let renewing = Promise.resolve()
  const timer = setInterval(() => {
    renewing = renew()
  }, LEASE_MS / 2)
  signal.addEventListener('abort', () => clearInterval(timer))
  return {
    end: async (): Promise<void> => {
      clearInterval(timer)
      await renewing
    },
  }
}

/**
 * Sends claims over drivers. The lease is renewed while the driver sends, because another process would send again and the remote system might
 * execute the command twice. The result is written before the lease ends.
 */
export const createRouteSender = (parts: SenderParts) => {
  const { platform, writer, drivers, owner } = parts
  const { system, clock, log } = platform
  const stopped = new AbortController()
  const secrets = createSecretReader(platform)

  /** Returns true if the command must not run twice and the remote system does not detect repetitions. */
  const isOnce = ({ deviceType, cmd }: Claim['order'], { dedupes }: DeviceDriver): boolean =>
    !dedupes &&
    cmd !== null &&
    (cmd === 'calibrate' || platform.port(deviceTypesPort).typeOf(deviceType ?? 0)?.commands[cmd]?.repeatable === false)

  const sendOne = async (link: DriverLink, order: DriverOrder, once: boolean, signal: AbortSignal): Promise<void> => {
    const { id: batchId, route: gatewaySn } = order
    const open = new Set(order.sns)
    const written: Promise<void>[] = []
    const pick = (sns: readonly string[]): string[] => sns.filter((sn) => open.delete(sn))
    const fail = (sns: readonly string[], code: DriverFault): void => {
      const at = clock.now()
      if (sns.length > 0)
        written.push(writer.acked([{ batchId, gatewaySn, sns, ok: false, code, at, receivedAt: at, sentAt: null, reported: {} }]))
    }
    if (once) await writer.write((query) => writer.ledger.sent(query, [{ batchId, gatewaySn, sns: order.sns, at: clock.now() }]))
    try {
      await link.send(order, {
        taken: (sns) => {
          const mine = pick(sns)
          if (mine.length > 0 && !once) written.push(writer.sent({ batchId, gatewaySn, sns: mine, at: clock.now() }))
        },
        failed: (sns, code) => fail(pick(sns), code),
        signal,
      })
    } finally {
      // The claim is recorded as sent, so no process sends it again: a person decides.
      if (once) fail([...open], 'unreachable')
      for (const result of await Promise.allSettled(written))
        if (result.status === 'rejected') log.warn('the outcome of a driver was not written', { why: String(result.reason) })
    }
  }

  return {
    send: (claim: Claim): Promise<void> =>
      drivers.occupy(claim.gatewaySn, async (link, driver) => {
        const lost = new AbortController()
        const signal = AbortSignal.any([lost.signal, stopped.signal])
        const lease = holdLease(parts, claim, lost, signal)
        try {
          const args = await secrets.opened(claim.order.cmd, claim.order.args)
          for (const order of driverOrders({ ...claim.order, args }, claim.gatewaySn, claim.heads)) {
            if (signal.aborted) break
            await sendOne(link, order, isOnce(claim.order, driver), signal)
          }
        } finally {
          await lease.end()
          await system.query(RELEASE_ROUTE, [claim.order.id, claim.gatewaySn, owner, driver.dedupes ? 2 : 1])
        }
      }),
    /** Asks the running drivers to stop sending. */
    stop: (): void => stopped.abort(),
  }
}
