import type { ComponentType } from 'react'
import type { ResourceConsole } from './console-resource.ts'
import { FieldsHost } from './field-host.tsx'
import { FixedParamsContext } from './fixed-params.ts'
import type { Query } from './list/list-state.ts'
import { ResourceList as List } from './resource-list.tsx'

/** The generated list of a resource, also for own pages: `<ResourceList console={lampConsole} />`. */
export const ResourceList = ({ console }: { console: ResourceConsole }) => (
  <FieldsHost>
    <List console={console} />
  </FieldsHost>
)

/** Returns the page with the parameters `only` added to all of its calls. */
export const fixedTo =
  (Page: ComponentType, only?: Query): ComponentType =>
  () =>
    only ? (
      <FixedParamsContext value={only}>
        <Page />
      </FixedParamsContext>
    ) : (
      <Page />
    )

/** `only`: parameters that all calls of the page send. */
export const listPageOf = (console: ResourceConsole, only?: Query): ComponentType => fixedTo(() => <ResourceList console={console} />, only)
