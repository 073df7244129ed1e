import { columnsOf } from '@lamplight/fields/column'
import type { ResourceDefinition } from '@lamplight/kit'
import { tableOf } from '@lamplight/server-kit'
import type { ApiClient, TestPlatform } from '@lamplight/testing'
import { slices } from '../../apps/server/slices.ts'
import { ROWS } from './row-names.ts'
import { createSamples } from './samples.ts'

/** Resources without a line in ROWS. The suites derive their rows and tables from the definitions. */
const UNLISTED: readonly ResourceDefinition[] = slices
  .flatMap(({ resources = [] }) => resources.map(({ resource }) => resource))
  .filter(({ name }) => !(name in ROWS))

/** Adds a row of each such resource by its own calls; they refer to the rows in `known`. Ids by the name of the resource. */
export const makeRows = async (
  house: TestPlatform,
  writer: ApiClient,
  known: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> => {
  const samples = createSamples(writer, house.registry.resources, known)
  const made: Record<string, string> = {}
  for (const resource of UNLISTED) {
    if (!house.registry.resources.has(resource.name) || !samples.addPath(resource)) continue
    made[resource.name] = await samples.create(resource)
  }
  return made
}

const peoples = UNLISTED.filter(({ scope }) => scope !== 'global' && scope !== 'platform')
/** Tables of such resources whose rows people of a tenant make. */
export const UNLISTED_TABLES: readonly string[] = peoples.map(tableOf)
/** Table → columns of texts that people write and that are not unique. */
export const UNLISTED_TEXTS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  peoples.map((resource) => [
    tableOf(resource),
    Object.entries(resource.fields).flatMap(([name, field]) => {
      const { readonly: kept, from, unique } = field.options
      return field.kind === 'text' && !kept && from === undefined && !unique ? columnsOf(name, field).map((column) => column.name) : []
    }),
  ]),
)
