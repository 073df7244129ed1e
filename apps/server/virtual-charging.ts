import type { ChildProcess } from 'node:child_process'
import { playedOperatorsPort } from '@lamplight/charging/model'
import type { Running } from '@lamplight/server-kit'

/** True for the message in which the virtual city gives the address where its charging operators take commands. */
const isListening = (message: unknown): message is { readonly type: 'charging'; readonly url: string } =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === 'charging' && 'url' in message

/** Makes the virtual city in `child` play the charging operators of the demo. Only this process gets their secrets. */
export const playCharging = async (running: Running, child: ChildProcess, url: string): Promise<void> => {
  const played = running.platform.port(playedOperatorsPort)
  const operators = await played.all()
  if (operators.length === 0 || !child.connected) return
  child.on('message', (message) => {
    if (isListening(message)) played.attach(message.url)
  })
  child.once('exit', () => played.attach(null))
  child.send({ type: 'charging', url, operators })
}
