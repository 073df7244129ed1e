import { fileRoutes } from '../files/file-routes.ts'
import type { Route } from '../http/route-types.ts'
import { importSteps, undoPreview } from '../import/import-routes.ts'
import type { ResourceServer } from '../slice-types.ts'
import { actionRoute } from './resource-actions.ts'
import { ownCalls } from './resource-calls.ts'
import type { Writing } from './resource-rows.ts'
import { createStore } from './resource-store.ts'
import { validateRoutes } from './resource-validate.ts'
import { createVerbs, type PartRoute } from './resource-verbs.ts'

/** The routes of a resource: its verbs, export, import and actions. Permissions and schemas are derived from the definition. */
export const resourceRoutes = (served: ResourceServer, find: (name: string) => ResourceServer | undefined): Route[] => {
  const { resource } = served
  const writing: Writing = { served, store: createStore(served, find), find }
  const verb = createVerbs(writing)
  const whole = (path: string, { words, ...part }: PartRoute): Route => ({
    ...part,
    path,
    summary: [`${resource.label[0]}${words[0]}`, `${resource.label[1]}: ${words[1]}`],
    checksItself: part.checksItself ?? true,
  })
  const steps = typeof resource.io?.import === 'object' ? importSteps(writing) : undefined
  const bases = [resource.api.base, ...(resource.api.alias ?? [])]
  const routes = bases.flatMap((base, at) => {
    const parts = [
      ...resource.api.verbs.map((name) => verb(name, at)),
      ...(resource.io?.export ? [verb('export', at)] : []),
      ...(steps ? [...Object.values(steps), undoPreview(writing)] : []),
      ...validateRoutes(writing),
      ...fileRoutes(writing),
      ...Object.entries(resource.actions ?? {})
        .filter(([, { transition }]) => !transition)
        .map(([name]) => actionRoute(writing, name)),
    ]
    return parts.map((part) => whole(`/api/${base}${part.path}`, part))
  })
  // Declared calls come first: of two routes with the same address the platform takes the first.
  return [...ownCalls(writing, { verb, steps }, bases.length).map((part) => whole(`/api/${part.path}`, part)), ...routes]
}
