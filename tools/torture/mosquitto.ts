import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createPart, freePort, listens, type Part } from './processes.ts'

const PROGRAM = '/usr/sbin/mosquitto'
export const hasMosquitto = (): boolean => existsSync(PROGRAM)

export interface Broker extends Part {
  readonly port: number
  /** Address for the server, with its name and password. */
  readonly serverUrl: string
  /** Adds the gateways' names and passwords. */
  readonly admit: (gateways: readonly { sn: string; secret: string }[]) => Promise<void>
}

/** Starts Mosquitto as docs/operating.md sets it up: names and passwords, each gateway on its own topics, sessions and messages stored on disk. */
export const startMosquitto = async (folder: string): Promise<Broker> => {
  await mkdir(folder, { recursive: true })
  const port = await freePort()
  const password = randomBytes(16).toString('hex')
  const passwords = join(folder, 'passwords')
  const rights = join(folder, 'rights')
  const settings = join(folder, 'mosquitto.conf')
  const writePasswords = async (lines: readonly string[]): Promise<void> => {
    await writeFile(passwords, `${lines.join('\n')}\n`)
    execFileSync('mosquitto_passwd', ['-U', passwords])
    await chmod(passwords, 0o644)
  }
  await writePasswords([`lamplight:${password}`])
  await writeFile(
    rights,
    'user lamplight\ntopic read ll/1/+/up/+\ntopic write ll/1/+/down/+\n\npattern write ll/1/%u/up/+\npattern read ll/1/%u/down/+\n',
  )
  await writeFile(
    settings,
    [
      `listener ${port} 127.0.0.1`,
      'allow_anonymous false',
      `password_file ${passwords}`,
      `acl_file ${rights}`,
      'user root',
      'persistence true',
      `persistence_location ${folder}/`,
      'autosave_interval 5',
      'max_queued_messages 0',
      'max_queued_bytes 0',
      'max_inflight_messages 0',
      'set_tcp_nodelay true',
      'log_dest stderr',
      'log_type warning',
      '',
    ].join('\n'),
  )
  const part = createPart({ command: PROGRAM, args: ['-c', settings], ready: () => listens(port) })
  await part.start()
  return {
    ...part,
    port,
    serverUrl: `mqtt://lamplight:${password}@127.0.0.1:${port}`,
    admit: async (gateways) => {
      await writePasswords([`lamplight:${password}`, ...gateways.map(({ sn, secret }) => `${sn}:${secret}`)])
      part.signal('SIGHUP')
    },
  }
}
