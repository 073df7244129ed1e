import { exampleDevice, exampleId } from '@lamplight/kit'
import type { CallExample } from '@lamplight/server-kit'
import { slices } from '../../../apps/server/slices.ts'
import type { Known } from './known-rows.ts'

const reasons = (why: string, names: readonly string[]): Record<string, string> => Object.fromEntries(names.map((name) => [name, why]))

/** Placeholder in an example → value that the test sends. */
export type Stand = Readonly<Record<string, string>>

/** Placeholder ids of devices of a type → ids of the rows of its resource. */
const devicesIn = ({ rows }: Known): Stand =>
  Object.fromEntries(
    slices
      .flatMap(({ resources = [] }) => resources)
      .flatMap(({ resource: { device, name } }) => {
        const row = rows[name]
        return device && row ? [[exampleDevice({ name: device }), row]] : []
      }),
  )

const stands = new WeakMap<Known, Stand>()
const newStand = (known: Known): Stand => ({
  ...devicesIn(known),
  ...Object.fromEntries(
    Object.entries(known.rows).flatMap(([resource, row]) => [resource, `${resource}.parent`].map((name) => [exampleId(name), row])),
  ),
  ...known.words,
})
/** Placeholder ids → ids of the rows in `known`. Made once, because each of thousands of calls asks for it. */
export const standFor = (known: Known): Stand => {
  const stand = stands.get(known) ?? newStand(known)
  stands.set(known, stand)
  return stand
}

const NAMES = /1\d{18}|invitation-0001/g
/** Replaces all placeholders in a text. */
export const textWith = (text: string, stand: Stand): string =>
  Object.entries(stand).reduce((made, [name, value]) => made.replaceAll(name, value), text)
const filled = (value: unknown, stand: Stand): unknown => {
  if (Array.isArray(value)) return value.map((part) => filled(part, stand))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, filled(part, stand)]))
  return typeof value === 'string' ? (stand[value] ?? value.replace(NAMES, (name) => stand[name] ?? name)) : value
}
/** Returns the example with ids of existing rows. */
export const fill = ({ file, ...call }: CallExample, stand: Stand): CallExample => ({
  ...(filled(call, stand) as CallExample),
  ...(file === undefined ? {} : { file: textWith(file, stand) }),
})

export interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean; readonly example?: unknown }[]
  readonly requestBody?: {
    readonly required?: boolean
    readonly content: Readonly<Record<string, { readonly example?: unknown }>>
  }
}
/** Returns the example of a call in the API document. */
export const exampleIn = ({ parameters = [], requestBody }: Operation): CallExample => {
  const at = (where: string): Record<string, unknown> =>
    Object.fromEntries(
      parameters.filter((one) => one.in === where && one.example !== undefined).map(({ name, example }) => [name, example]),
    )
  const shown = (media: string) => requestBody?.content[media]?.example
  const file = (shown('multipart/form-data') as { file: string } | undefined)?.file
  return {
    path: at('path') as Record<string, string>,
    query: at('query'),
    ...(shown('application/json') === undefined ? {} : { body: shown('application/json') }),
    ...(file === undefined ? {} : { file }),
  }
}
/** Returns the required parameters that the example of a call lacks. */
export const lacking = ({ parameters = [], requestBody }: Operation): string[] => {
  const missing = parameters.filter(({ required, example }) => required && example === undefined).map(({ name }) => name)
  const shown = Object.values(requestBody?.content ?? {}).some(({ example }) => example !== undefined)
  return requestBody?.required && !shown ? [...missing, 'body'] : missing
}

/** Calls whose example is refused here, each with its reason. */
export const REFUSED: Readonly<Record<string, string>> = {
  ...reasons('an account at a sign-in provider', [
    'GET /api/blade-auth/oauth/render/url/{source}',
    'GET /api/blade-auth/oauth/render/{source}',
    'POST /api/blade-user/oauth/bind',
  ]),
  ...reasons('the authenticator of a browser', ['POST /api/blade-auth/mfa/passkey/finish', 'POST /api/blade-auth/mfa/passkey/remove']),
  ...reasons(
    'the cookie of an opened link',
    ['board', 'data', 'lamps', 'file/{id}'].map((path) => `GET /api/blade-visual/shared/${path}`),
  ),
  ...reasons('the signature of a link that was just given out', [
    'GET /api/blade-user/avatar/{key}',
    'GET /api/blade-resource/oss/file/{id}',
    'GET /api/blade-system/backup/archive',
  ]),
  ...reasons('the signature of a platform', ['POST /api/blade-device/iot/push/{id}']),
  ...reasons('a database or a store of somebody else', [
    'GET /api/blade-develop/datasource/tables',
    'POST /api/blade-develop/datasource/test',
    'POST /api/blade-develop/code/gen-code',
    'POST /api/blade-resource/oss/test',
  ]),
  ...reasons('a picture, which is no text', ['POST /api/blade-user/avatar']),
  ...reasons('a virtual city that plays the lamps', ['POST /api/blade-city/virtual/night']),
}
