import type { Domain, ResourceDefinition } from '@lamplight/kit'
import { IsOptional, type TSchema } from 'typebox'
import { componentOf, type Returns, returnsOf, rowAnswer } from './answer-schema.ts'
import type { Route } from './route-types.ts'

type Json = Record<string, unknown>
const SCHEMAS = '#/components/schemas/'

/** The routes with their slices; routes of the kit itself belong to no slice. */
export interface Described {
  readonly routes: readonly Route[]
  readonly resources: readonly ResourceDefinition[]
  readonly slices: readonly { readonly domain: Domain; readonly owns: (route: Route) => boolean }[]
}

const pascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
/** Operation id for generated clients, made from the address: `GET /api/blade-system/dict/child-list` becomes `getSystemDictChildList`. */
export const operationIdOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string =>
  method.toLowerCase() + pascal(path.replace(/^\/api\/(blade-)?/, '').replace(/\{(\w+)\}/g, 'by $1'))

/** Moves schemas with a `$id` into `components` and replaces them by references. */
const hoist = (schema: unknown, components: Json): unknown => {
  if (Array.isArray(schema)) return schema.map((part) => hoist(part, components))
  if (typeof schema !== 'object' || schema === null) return schema
  const { $id, ...rest } = schema as Json
  const plain = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, hoist(value, components)]))
  if (typeof $id !== 'string') return plain
  components[$id] = plain
  return { $ref: `${SCHEMAS}${$id}` }
}

/** Replaces each schema with `x-declared` by that schema: it accepts several forms of a value, and the document shows one. */
const asDeclared = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(asDeclared)
  if (typeof schema !== 'object' || schema === null) return schema
  const { 'x-declared': shown, description } = schema as Json
  if (shown) return { ...(shown as Json), ...(description === undefined ? {} : { description }) }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, asDeclared(value)]))
}

const ENVELOPE = {
  type: 'object',
  required: ['code', 'success', 'msg'],
  properties: {
    code: { const: 200 },
    success: { const: true },
    msg: { type: 'string', description: 'words for a person, in the language of the request' },
  },
}
const refusalOf = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: `${SCHEMAS}Refusal` } } },
})
const REFUSAL = {
  type: 'object',
  required: ['code', 'success', 'data', 'msg'],
  properties: {
    code: { type: 'integer', description: 'the HTTP status' },
    success: { const: false },
    data: { type: 'object', additionalProperties: false },
    msg: { type: 'string', description: 'words for a person, in the language of the request' },
    field: { type: 'string', description: 'the parameter or field at fault' },
  },
}
const RESPONSES: Readonly<Record<string, Json>> = {
  Refused: refusalOf('Refused: a value is wrong, a rule is broken, or the caller has no right'),
  NoToken: refusalOf('The request has no token, or one that has ended'),
  NotSigned: refusalOf('The signature of the request is not valid'),
  NotInScope: refusalOf('The call was not granted to the roles of the caller'),
  TooLarge: refusalOf('The body or the file is too large'),
  Busy: refusalOf('The service cannot answer now; try again after the seconds of Retry-After'),
}
const response = (name: string): Json => ({ $ref: `#/components/responses/${name}` })

const contentOf = (returns: Exclude<Returns, { readonly as: string }>, components: Json): Json => {
  if ('redirect' in returns) return { '302': { description: 'The way on', headers: { location: { schema: { type: 'string' } } } } }
  if ('file' in returns)
    return {
      '200': {
        description: 'The file',
        content: Object.fromEntries(returns.file.map((type) => [type, { schema: { type: 'string', format: 'binary' } }])),
      },
    }
  const schema =
    'bare' in returns
      ? hoist(returns.bare, components)
      : {
          allOf: [
            { $ref: `${SCHEMAS}Envelope` },
            { type: 'object', required: ['data'], properties: { data: hoist(returns.data, components) } },
          ],
        }
  return { '200': { description: 'Done', content: { 'application/json': { schema } } } }
}

const TOKEN = '/api/blade-auth/oauth/token'
/** Returns what a route answers; resolves `A.as` to the other route's answer. */
const answerOf = (route: Route, routes: readonly Route[]): Exclude<Returns, { readonly as: string }> => {
  const returns = returnsOf(route.returns)
  if (!('as' in returns)) return returns
  const other = routes.find(({ method, path }) => `${method} ${path}` === returns.as)
  if (!other) throw new Error(`${route.path}: there is no call ${returns.as}`)
  return answerOf(other, routes)
}
/** Returns the answers of a route by status: its own, and the refusals that follow from its permission. */
const responsesOf = (route: Route, routes: readonly Route[], components: Json): Json => {
  const returns = answerOf(route, routes)
  const refused = 'bare' in returns && returns.refused ? hoist(returns.refused, components) : undefined
  const own = refused && { description: 'Refused, in the form of this call', content: { 'application/json': { schema: refused } } }
  return {
    ...contentOf(returns, components),
    '400': own ?? response('Refused'),
    ...(own ? { '401': own } : {}),
    ...(route.permission === 'public' ? {} : { '401': response('NoToken'), '403': response('NotInScope') }),
    ...(route.keepsText ? { '401': response('NotSigned') } : {}),
    ...(route.method === 'GET' ? {} : { '413': response('TooLarge') }),
    '503': response('Busy'),
  }
}

const FILE = { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } }
const bodyOf = (route: Route, drawn: Json): Json => {
  if (route.consumes === 'multipart') return { requestBody: { required: true, content: { 'multipart/form-data': { schema: FILE } } } }
  const { requestBody } = drawn
  if (route.consumes !== 'form')
    return requestBody ? { requestBody: { ...(requestBody as Json), required: !(route.body && IsOptional(route.body as TSchema)) } } : {}
  return { requestBody: { content: { 'application/x-www-form-urlencoded': { schema: hoist(route.query ?? drawn, {}) as Json } } } }
}

/** Adds the example to a parameter; a parameter with a default is not required. */
const parameterOf = (drawn: Json, example: Json): Json => {
  const name = String(drawn.name)
  const { default: initial, type } = (drawn.schema ?? {}) as Json
  const shown = type === 'string' && typeof example[name] === 'number' ? String(example[name]) : example[name]
  return {
    ...drawn,
    ...(initial === undefined ? {} : { required: false }),
    ...(shown === undefined ? {} : { example: shown }),
  }
}
/** Adds the example of a call to its parameters and body. */
const withExample = ({ example }: Route, { parameters, requestBody }: Json): Json => {
  const values: Json = { ...example?.query, ...example?.path }
  const content = Object.entries((requestBody as { content: Record<string, Json> } | undefined)?.content ?? {})
  const bodies: Readonly<Record<string, unknown>> = {
    'application/json': example?.body,
    'multipart/form-data': example?.file && { file: example.file },
    'application/x-www-form-urlencoded': example?.query,
  }
  const shown = (media: string): Json => (bodies[media] ? { example: bodies[media] } : {})
  return {
    ...(parameters ? { parameters: (parameters as Json[]).map((one) => parameterOf(one, values)) } : {}),
    ...(requestBody
      ? {
          requestBody: { ...requestBody, content: Object.fromEntries(content.map(([media, one]) => [media, { ...one, ...shown(media) }])) },
        }
      : {}),
  }
}

const securityOf = (route: Route): Json[] => {
  if (route.path === TOKEN) return [{ client: [] }]
  return route.permission === 'public' ? [] : [{ token: [] }]
}

/** Completes the document that Fastify generated from the routes: answers, components, names, tags, security, servers. */
export const describeApi = (drawn: Json, { routes, resources, slices }: Described): Json => {
  const schemas: Json = { Envelope: ENVELOPE, Refusal: REFUSAL }
  for (const resource of resources) schemas[componentOf(resource)] = hoist(rowAnswer(resource), schemas)
  const paths = asDeclared(drawn.paths) as Record<string, Record<string, Json>>
  for (const route of routes) {
    const operation = paths[route.path]?.[route.method.toLowerCase()]
    if (!operation) continue
    const tag = slices.find(({ owns }) => owns(route))?.domain.name ?? 'server'
    Object.assign(operation, {
      operationId: operationIdOf(route),
      tags: [tag],
      security: securityOf(route),
      responses: responsesOf(route, routes, schemas),
      ...bodyOf(route, operation),
    })
    Object.assign(operation, withExample(route, operation))
  }
  return {
    ...drawn,
    paths,
    servers: [{ url: '/', description: 'this server' }],
    tags: [
      { name: 'server', description: '服务器健康状态 / Health of the server' },
      ...slices.map(({ domain }) => ({ name: domain.name, description: (domain.about ?? domain.label).join(' / ') })),
    ],
    components: {
      ...(drawn.components as Json | undefined),
      schemas,
      responses: RESPONSES,
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'Blade-Auth', description: '`bearer` and the access token of oauth/token' },
        client: {
          type: 'http',
          scheme: 'basic',
          description: 'id and secret of a client (应用管理, Clients); consoles use `saber` and `saber_secret`',
        },
      },
    },
  }
}
