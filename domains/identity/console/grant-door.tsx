import { type ComponentProps, lazy, Suspense } from 'react'

const Body = lazy(() => import('./grant.dialog.tsx').then((module) => ({ default: module.GrantDialog })))

/** The dialog that grants rights to roles, loaded when it opens. */
export const GrantDialog = (given: ComponentProps<typeof Body>) => (
  <Suspense>
    <Body {...given} />
  </Suspense>
)
