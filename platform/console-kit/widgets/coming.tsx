import { type ComponentType, type ReactNode, useEffect } from 'react'
import { createState, type State, useStateOf } from '../state/state.ts'

interface Came {
  readonly Component?: ComponentType
  readonly failure?: { readonly thrown: unknown }
}
/** A component in a chunk of its own. */
export interface Coming {
  readonly came: State<Came>
  /** Fetches it, once; resolves when it is there or failed. */
  readonly begin: () => Promise<void>
}

/** Makes a component that comes when it is wanted, or before. */
export const createComing = (load: () => Promise<ComponentType>): Coming => {
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
 * Shows it, or the placeholder until it is there; what went wrong is thrown. Not `lazy`: once React has shown one placeholder it holds back
 * whatever takes the place of the next for 300 ms, and the shell, the page and its rows come one after another.
 */
export const Come = ({ coming, placeholder = null }: { readonly coming: Coming; readonly placeholder?: ReactNode }): ReactNode => {
  const { Component, failure } = useStateOf(coming.came)
  useEffect(() => void coming.begin(), [coming])
  if (failure) throw failure.thrown
  return Component ? <Component /> : placeholder
}
