import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import type { Socket } from 'node:net'
import { createServer, type TlsOptions } from 'node:tls'
import type { Log } from '../platform-types.ts'

const HANDSHAKE_MS = 10_000
const LOOK_MS = 30_000

/** Paths of the certificate (with its chain) and its key, PEM. */
export interface TlsFiles {
  readonly cert: string
  readonly key: string
}

const load = ({ cert, key }: TlsFiles): TlsOptions => ({ cert: readFileSync(cert), key: readFileSync(key) })

/**
 * Listener for MQTT over TLS 1.2 and 1.3. Reloads a renewed certificate within half a minute, without ending a connection.
 * Throws if the files cannot be read or do not match.
 */
export const createTlsListener = (files: TlsFiles, { take, log }: { take: (socket: Socket) => void; log: Log }) => {
  const handshaking = new Set<Socket>()
  const server = createServer({ ...load(files), minVersion: 'TLSv1.2', handshakeTimeout: HANDSHAKE_MS }, (socket) => {
    socket.on('error', () => undefined)
    take(socket)
  })
  // An unfinished handshake would keep the server from closing.
  server.on('connection', (socket: Socket) => {
    handshaking.add(socket)
    socket.on('close', () => handshaking.delete(socket))
  })
  const reload = (): void => {
    try {
      server.setSecureContext(load(files))
    } catch (thrown) {
      log.error('the renewed certificate of the broker does not work, the old one stays', { why: String(thrown) })
    }
  }
  const paths = [...new Set([files.cert, files.key])]
  for (const path of paths) watchFile(path, { interval: LOOK_MS, persistent: false }, reload)
  return {
    server,
    stop: (): void => {
      for (const path of paths) unwatchFile(path, reload)
      for (const socket of handshaking) socket.destroy()
    },
  }
}
