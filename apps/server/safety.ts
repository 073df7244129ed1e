import { safetyPort } from '@lamplight/identity/model'
import type { Config, Running } from '@lamplight/server-kit'

export const isLoopback = (host: string): boolean => /^(127\.\d+\.\d+\.\d+|localhost|::1)$/.test(host)

/** Refuses to listen on a non-loopback address while an administrator still has the demo password of the README. */
export const refuseDemoPassword = async (running: Running, config: Config): Promise<void> => {
  const accounts = await running.platform.port(safetyPort).demoPasswords()
  if (accounts.length === 0) return
  throw new Error(
    `HOST=${config.host} opens the product to the network, but ${accounts.join(', ')} still have the demo password.\n` +
      'Start on this machine (without HOST), sign in, change it under 用户管理 Users, and start again;\nor start an empty DATA_DIR with DEMO=0, which makes a password and prints it once.',
  )
}
