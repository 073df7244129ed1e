import { type ComponentProps, lazy, Suspense } from 'react'

const Body = lazy(() => import('./grant.dialog.tsx').then((module) => ({ default: module.GrantDialog })))

/** Dialog that grants rights to roles; loaded when it is first opened. */
export const GrantDialog = (props: ComponentProps<typeof Body>) => (
  <Suspense>
    <Body {...props} />
  </Suspense>
)
