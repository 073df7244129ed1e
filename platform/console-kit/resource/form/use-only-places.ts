import { useFieldHost } from '@lamplight/fields/view'
import type { Fields, ResourceDefinition } from '@lamplight/kit'
import { useMemo } from 'react'
import { useUser } from '../../session/menus.ts'
import type { Values } from './entry.ts'

/** The ids of the rows to which the field `name` refers, if the form asks for them. */
const useChoices = (resource: ResourceDefinition, fields: Fields, name: string, asks: boolean): readonly string[] => {
  const { useOptions } = useFieldHost()
  const { to } = (fields[name]?.options ?? {}) as { readonly to?: string }
  const isAsked = asks && to !== undefined
  // If it asks for none, it names a resource that is loaded, so that nothing else is.
  const { options } = useOptions(isAsked ? to : resource.name, '', isAsked, { tenantId: null })
  return useMemo(() => (isAsked ? options.map(({ id }) => id) : []), [options, isAsked])
}

/** The values of a new row of a user limited to places: the area and the project, if only one is granted. */
export const useOnlyPlaces = (resource: ResourceDefinition, fields: Fields, isNew: boolean): Values => {
  const asks = useUser()?.limited === true && isNew
  const areas = useChoices(resource, fields, 'areaId', asks)
  const projects = useChoices(resource, fields, 'projectId', asks)
  return useMemo(() => onlyOnes({ areaId: areas, projectId: projects }), [areas, projects])
}

/** Of each list of choices its only one. */
export const onlyOnes = (choices: Readonly<Record<string, readonly string[]>>): Values =>
  Object.fromEntries(Object.entries(choices).flatMap(([name, [only, ...others]]) => (only && others.length === 0 ? [[name, only]] : [])))
