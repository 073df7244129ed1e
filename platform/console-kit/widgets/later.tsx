import { type FunctionComponent, lazy, Suspense } from 'react'

/** Returns a component that shows nothing until its code has loaded. What is around it stays visible meanwhile. */
export const later = <P extends object>(load: () => Promise<FunctionComponent<P>>): FunctionComponent<P> => {
  const Loaded = lazy(async () => ({ default: await load() })) as unknown as FunctionComponent<P>
  return (props) => (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  )
}
