import { parseArgs } from 'node:util'

export const LANGS = ['zh', 'en'] as const
export const THEMES = ['theme-vip', 'theme-dark'] as const
export const SIZES = [
  { width: 360, height: 780 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const
export type Lang = (typeof LANGS)[number]
export type Theme = (typeof THEMES)[number]
export type Size = (typeof SIZES)[number]

export const USAGE = `npm run shots -- [URL] [options]
Photographs the pages of a running product into data/shots; open data/shots/index.html.
  URL                 address of the product (http://127.0.0.1:7900)
  --tenant ID         tenant (000000)      --account NAME   account (admin)
  --password WORD     password; by default the account's name, as in the demo
  --only TEXT         only pages whose address contains TEXT
  --lang zh|en        --theme theme-vip|theme-dark        --width 360|1280|1920
  --out FOLDER        where the pictures go`

export interface Options {
  readonly url: string
  readonly tenant: string
  readonly account: string
  readonly password: string
  readonly only: string
  readonly langs: readonly Lang[]
  readonly themes: readonly Theme[]
  readonly sizes: readonly Size[]
  readonly out: string | undefined
  readonly help: boolean
}

const chosen = <T>(name: string, all: readonly T[], of: (each: T) => string, wanted: string | undefined): readonly T[] => {
  const found = all.filter((each) => wanted === undefined || of(each) === wanted)
  if (found.length === 0) throw new Error(`--${name} ${wanted}: one of ${all.map(of).join(', ')}`)
  return found
}

/** Parses the command line. Throws with the list of choices for an unknown value. */
export const readOptions = (args: readonly string[]): Options => {
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      tenant: text,
      account: text,
      password: text,
      only: text,
      lang: text,
      theme: text,
      width: text,
      out: text,
      help: { type: 'boolean', short: 'h' },
    },
  })
  const account = values.account ?? 'admin'
  return {
    url: (positionals[0] ?? 'http://127.0.0.1:7900').replace(/\/+$/, ''),
    tenant: values.tenant ?? '000000',
    account,
    password: values.password ?? account,
    only: values.only ?? '',
    langs: chosen('lang', LANGS, String, values.lang),
    themes: chosen('theme', THEMES, String, values.theme),
    sizes: chosen('width', SIZES, ({ width }) => String(width), values.width),
    out: values.out,
    help: values.help ?? false,
  }
}
