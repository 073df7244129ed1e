import type { Config } from '@lamplight/server-kit'

/** Returns the text printed when the product is up: its address and how to sign in first. */
export const welcome = (config: Config): string => {
  const address = `http://${config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host}:${config.port}`
  const lines = [`智慧照明管理平台 Lamplight: ${address}`]
  if (config.demo)
    lines.push(
      `  tenant 000000  admin / admin           platform administrator, a city of ${config.number('DEMO_LAMPS', 5000).toLocaleString('en')} lamps`,
      '  tenant 100001  admin / admin           administrator of a tenant of its own, 600 lamps',
      '  tenant 100001  operator / operator     switches and dims its lamps',
      '  tenant 100001  guest / guest           looks, touches nothing',
    )
  lines.push('  Ctrl-C stops everything')
  return lines.join('\n')
}
