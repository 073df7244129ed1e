import { columnsOf } from '@lamplight/fields/column'
import type { Field, LifecycleDefinition, ResourceDefinition } from '@lamplight/kit'
import type { Writing } from '../resource/resource-rows.ts'
import { titleField } from '../resource/tables.ts'
import type { LifecycleServer } from './lifecycle-types.ts'

type Values = Record<string, unknown>

/** Returns the lifecycle of the resource; throws if it has none. */
export const lifecycleOf = ({ served }: Writing): LifecycleDefinition => {
  const { lifecycle } = served.resource
  if (!lifecycle) throw new Error(`${served.resource.name} has no lifecycle`)
  return lifecycle
}
/** Returns the behaviour that the slice attached to the lifecycle. */
export const behaviourOf = ({ served }: Writing): LifecycleServer<ResourceDefinition> =>
  (served.implementation.lifecycle ?? {}) as LifecycleServer<ResourceDefinition>
/** Name of the database column of a field. */
export const columnNamed = (resource: ResourceDefinition, name: string): string =>
  columnsOf(name, resource.fields[name] as Field)[0]?.name ?? name
/** Returns the name of a row for refusals and audit entries: its title, else its id. */
export const nameOf = ({ served: { resource } }: Writing, row: Values): string => String(row[titleField(resource)] ?? row.id)
