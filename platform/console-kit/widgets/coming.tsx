import { type ComponentType, type ReactNode, useEffect } from 'react'
import { createState, type State, useStateOf } from '../state/state.ts'

interface Came {
  readonly Component?: ComponentType
  readonly failure?: { readonly thrown: unknown }
}
/** A component that is loaded from a separate chunk. */
export interface LazyComponent {
  readonly came: State<Came>
  /** Starts loading, once; resolves when the component is loaded or loading has failed. */
  readonly begin: () => Promise<void>
}

/** Creates a component that is loaded when it is first shown, or earlier by `begin`. */
export const createLazy = (load: () => Promise<ComponentType>): LazyComponent => {
  const came = createState<Came>({})
  let begun: Promise<void> | undefined
  return {
    came,
    begin: () => {
      begun ??= load().then(
        (Component) => came.set({ Component }),
        (thrown: unknown) => came.set({ failure: { thrown } }),
      )
      return begun
    },
  }
}

/**
 * Shows the component, or the placeholder until it is loaded; throws the error if loading failed. React's `lazy` is not used: after React has
 * shown one placeholder, it delays the replacement of the next for 300 ms, and the shell, the page and its rows load one after another.
 */
export const ShowLazy = ({
  coming,
  placeholder = null,
}: {
  readonly coming: LazyComponent
  readonly placeholder?: ReactNode
}): ReactNode => {
  const { Component, failure } = useStateOf(coming.came)
  useEffect(() => void coming.begin(), [coming])
  if (failure) throw failure.thrown
  return Component ? <Component /> : placeholder
}
