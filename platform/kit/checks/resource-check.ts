import { parentsIn } from '../call.ts'
import { transitionActions } from '../lifecycle/lifecycle.ts'
import { actionRow } from '../permission.ts'
import type { ResourceDefinition } from '../resource.ts'

type Fail = (why: string) => never

const NAME = /^[a-z][a-z0-9]*\.[a-z][A-Za-z0-9]*$/
const RESERVED = new Set(['id', 'tenantId', 'createUser', 'createTime', 'updateUser', 'updateTime', 'isDeleted'])
/** Columns of every row of a listing. */
const ONLY_ID = new Set(['id'])
/** Keys of a field; all else that is said about it stands in its options. */
const OF_FIELD = new Set(['kind', 'options', 'value'])
/** Parameters of every list: a filter with such a name would take their values. */
const OF_LISTS = new Set(['current', 'size', 'ids', 'keyword', 'ascs', 'descs'])

/** Throws if the definition of a resource has a fault; `made` is the definition with its transitions as actions. */
export const checkResource = (definition: ResourceDefinition, made: ResourceDefinition): void => {
  const fail: Fail = (why) => {
    throw new Error(`resource ${definition.name}: ${why}`)
  }
  if (!NAME.test(definition.name)) fail('the name is slice.entity')
  checkKeys(definition, fail)
  checkFields(definition, fail)
  checkNames(definition, fail)
  checkCalls(definition, fail)
  checkSheet(definition, fail)
  checkActions(definition, made, fail)
}

const reservedOf = ({ reads }: ResourceDefinition): ReadonlySet<string> => (reads ? ONLY_ID : RESERVED)

/** Refuses keys beside those of a field, as in `{ ...severity, label }`: nothing reads them. */
const checkKeys = ({ fields, filters = {} }: ResourceDefinition, fail: Fail): void => {
  for (const [name, field] of Object.entries({ ...fields, ...filters }))
    for (const key of Object.keys(field))
      if (!OF_FIELD.has(key))
        fail(
          `the field ${name} has ${key} beside its options, where nothing reads it. Another label for a picked field: pickFields(owner, { ${name}: ['…', '…'] }); other options: { ...field, options: { ...field.options, ${key} } }`,
        )
}

const checkFields = (definition: ResourceDefinition, fail: Fail): void => {
  const { fields, filters = {}, reads, keyword } = definition
  for (const name of Object.keys(fields)) if (reservedOf(definition).has(name)) fail(`the field ${name} is reserved: every row has it`)
  const searches = reads === 'code' || (reads === 'sql' && keyword !== undefined)
  for (const [name, { options }] of Object.entries({ ...fields, ...filters }))
    if (OF_LISTS.has(name) && (options.search || name in filters) && !(name === 'keyword' && searches))
      fail(`the field ${name} cannot be a filter: every list has a parameter of this name`)
  for (const [name, { options }] of Object.entries(fields)) {
    if (options.english === undefined) continue
    if (!(options.english in fields)) fail(`${name} names unknown field ${options.english}`)
    if (!options.readonly) fail(`${name} must be readonly: a form would save its English text in the Chinese field`)
  }
  const items = Object.entries(fields).map(([name, { options }]) => [name, (options as { item?: typeof fields }).item ?? {}] as const)
  const inputs = Object.entries(definition.actions ?? {}).map(([name, { input = {} }]) => [name, input] as const)
  for (const [where, inner] of [...inputs, ...items])
    for (const [name, { kind }] of Object.entries(inner))
      if (kind === 'file') fail(`${name} of ${where} is a file: only fields of the row hold files`)
}

/** Refuses a name that no field has, wherever another part of the definition names a field. */
const checkNames = (definition: ResourceDefinition, fail: Fail): void => {
  const { fields, keyword = [], indexes = [], shows, list, page, form, opens, title } = definition
  const known = (where: string, names: readonly (string | undefined)[]): void => {
    for (const name of names)
      if (name !== undefined && !(name in fields || reservedOf(definition).has(name))) fail(`${where} names unknown field ${name}`)
  }
  known('an index', indexes.flat())
  known('page.find', page?.find ?? [])
  known('form section', form?.sections?.flatMap((section) => section.fields) ?? [])
  known('opens', opens ? [opens.id ?? 'id', 'type' in opens ? opens.type : 'id'].filter((name) => name !== 'id') : [])
  known('title', [title])
  known('period', [list?.period?.mine])
  for (const name of keyword) if (fields[name]?.kind !== 'text') fail(`keyword over ${name}, which is no text`)
  if (shows !== undefined && fields[shows]?.kind !== 'ref') fail(`shows ${shows}, which is no field that refers to a device`)
  const by = list?.period?.by
  if (by !== undefined && !Object.entries(fields).some(([name, { kind, options }]) => kind === 'time' && (options.wire ?? name) === by))
    fail(`period is over ${by}, which is no time`)
}

const checkCalls = (definition: ResourceDefinition, fail: Fail): void => {
  const { fields, api, actions = {}, io } = definition
  const unique = (name: string): boolean => fields[name]?.options.unique === true
  for (const [address, call] of Object.entries(api.calls ?? {})) {
    for (const name of parentsIn(address))
      if (!(name in fields || reservedOf(definition).has(name))) fail(`${address} names unknown field ${name}`)
    if (call.action !== undefined && !(call.action in actions)) fail(`${address} names unknown action ${call.action}`)
    if ('validate' in call && !unique(call.validate)) fail(`${address}: ${call.validate} is not unique`)
    if ('upload' in call && fields[call.upload]?.kind !== 'file') fail(`${address}: ${call.upload} is no file`)
    if (call.by && !unique(call.by)) fail(`${address}: ${call.by} is not unique`)
    if (call.verb === 'export' && !io?.export) fail(`${address} exports rows that have no export`)
  }
}

const checkSheet = ({ fields, io }: ResourceDefinition, fail: Fail): void => {
  const sheet = io?.import
  if (typeof sheet !== 'object') return
  if (!fields[sheet.key]?.options.unique) fail(`the import's key ${sheet.key} is not unique`)
  for (const name of sheet.template ?? []) if (!(name in fields)) fail(`the import names unknown field ${name}`)
  if (sheet.template && !sheet.template.includes(sheet.key)) fail(`the template lacks the key ${sheet.key}`)
}

const checkActions = ({ actions = {}, lifecycle }: ResourceDefinition, made: ResourceDefinition, fail: Fail): void => {
  const transitions = lifecycle ? transitionActions(lifecycle) : {}
  for (const name of Object.keys(actions)) if (name in transitions) fail(`${name} is an action and a transition`)
  for (const [name, action] of Object.entries(made.actions ?? {}))
    if (!actionRow(made, action)) fail(`the action ${name} needs roles, a row of the permission matrix`)
}
