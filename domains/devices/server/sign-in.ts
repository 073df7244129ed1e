import type { MqttPort, Platform } from '@lamplight/server-kit'
import { createVerifier } from './credentials.ts'
import type { Known } from './known.port.ts'

const SHORTEST_SECRET = 16
const HOUR_MS = 3_600_000

interface CredentialRow {
  readonly id: string
  readonly status: number | null
  readonly hash: string | null
}

/** Counts within a sliding hour, in all and by address. */
const createBudget = (perHour: number, perAddress: number) => {
  let started = performance.now()
  let used = new Map<string, number>()
  let all = 0
  return (ip: string): boolean => {
    if (performance.now() - started > HOUR_MS) {
      started = performance.now()
      used = new Map()
      all = 0
    }
    const own = used.get(ip) ?? 0
    if (all >= perHour || own >= perAddress) return false
    all += 1
    used.set(ip, own + 1)
    return true
  }
}

/**
 * Who may sign in at the broker. A gateway with a secret signs in with it. A serial number that nobody knows is trusted on first use:
 * its secret (16 characters or more) is kept as a hash, and it stands as unregistered until an administrator assigns it
 * (docs/adr/0005-trust-on-first-use.md); so many an hour. A gateway that a tenant entered by hand has no secret until one is issued.
 */
export const createSignIn = (platform: Platform, known: Known): Parameters<MqttPort['authenticate']>[0] => {
  const { system, log, config } = platform
  const verify = createVerifier(platform.hash)
  const mayTrust = createBudget(config.number('TRUST_NEW_PER_HOUR', 1000), config.number('TRUST_NEW_PER_ADDRESS', 200))

  const trust = async (sn: string, secret: string, ip: string, gateway: CredentialRow | undefined): Promise<boolean> => {
    if (secret.length < SHORTEST_SECRET || !mayTrust(ip)) return false
    const hash = await platform.hash.make(secret)
    const kept = await system.tx(async (query) => {
      const id = gateway?.id ?? platform.newId()
      if (!gateway)
        await query(
          `insert into devices_gateway (id, tenant_id, sn, status, online, children) values ($1, '000000', $2, 0, false, 0) on conflict do nothing`,
          [id, sn],
        )
      return query(
        `insert into devices_credential (gateway_id, hash, first_ip) select id, $2, $3 from devices_gateway where id = $1
         on conflict (gateway_id) do nothing returning gateway_id`,
        [id, hash, ip],
      )
    })
    if (kept.length === 0) return false
    known.forget([sn])
    log.info('unknown gateway trusted on first use', { gateway: sn, ip })
    return true
  }

  return async (sn, secret, ip) => {
    const [gateway] = await system.query<CredentialRow>(
      `select g.id, g.status, c.hash from devices_gateway g left join devices_credential c on c.gateway_id = g.id
       where g.sn = $1 and not g.is_deleted`,
      [sn],
    )
    if (gateway && gateway.hash !== null) return verify(sn, gateway.hash, secret)
    if (gateway?.status === 1) return false
    return trust(sn, secret, ip, gateway)
  }
}
