import type { ComponentType } from 'react'
import type { ResourceConsole } from './console-resource.ts'
import { FieldsHost } from './field-host.tsx'
import { FixedParamsContext } from './fixed-params.ts'
import type { Query } from './list-state.ts'
import { ResourceList as List } from './resource-list.tsx'

/** The generated list of a resource, also for own pages: `<ResourceList console={lampConsole} />`. */
export const ResourceList = ({ console }: { console: ResourceConsole }) => (
  <FieldsHost>
    <List console={console} />
  </FieldsHost>
)

/** A page all of whose calls send the parameters `only`. */
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
