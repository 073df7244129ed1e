import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { VirtualChirpStack } from './chirpstack.ts'

const QUEUE = /^\/api\/multicast-groups\/([0-9a-f-]{36})\/queue$/
const BODY_AT_MOST = 64 * 1024
/** gRPC status codes, which the REST API puts in its answers. */
const [INVALID_ARGUMENT, NOT_FOUND, UNAUTHENTICATED] = [3, 5, 16] as const

export interface ChirpStackApi {
  readonly url: string
  readonly stop: () => Promise<void>
}

interface Enqueue {
  readonly queueItem?: { readonly multicastGroupId?: string; readonly fPort?: number; readonly data?: string }
}

const bodyOf = async (request: IncomingMessage): Promise<Enqueue | undefined> => {
  let text = ''
  for await (const part of request) {
    text += String(part)
    if (text.length > BODY_AT_MOST) return undefined
  }
  try {
    return JSON.parse(text) as Enqueue
  } catch {
    return undefined
  }
}

/**
 * The part of the REST API of ChirpStack (chirpstack-rest-api) that multicast downlinks need. Listens on a free port of this machine.
 */
export const createChirpStackApi = async (stack: VirtualChirpStack, token: string): Promise<ChirpStackApi> => {
  const fail = (response: ServerResponse, status: number, code: number, message: string): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ code, message, details: [] }))
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.headers['grpc-metadata-authorization'] !== `Bearer ${token}`)
      return fail(response, 401, UNAUTHENTICATED, 'authentication failed: not authorized')
    const [, groupId = ''] = QUEUE.exec(request.url ?? '') ?? []
    if (request.method !== 'POST' || groupId === '') return fail(response, 404, NOT_FOUND, 'Not Found')
    const { queueItem } = (await bodyOf(request)) ?? {}
    const { fPort = 0, data = '', multicastGroupId } = queueItem ?? {}
    if (!queueItem || fPort < 1 || multicastGroupId !== groupId) return fail(response, 400, INVALID_ARGUMENT, 'queue_item is invalid')
    const fCnt = stack.enqueue(groupId, { fPort, data: Buffer.from(data, 'base64') })
    if (fCnt === undefined) return fail(response, 404, NOT_FOUND, 'Object does not exist')
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ fCnt }))
  }
  const server = createServer((request, response) => void handle(request, response).catch(() => response.destroy()))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
