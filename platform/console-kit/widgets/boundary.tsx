import { Component, type ReactNode } from 'react'

interface Props {
  readonly children: ReactNode
  readonly fallback: (error: unknown, retry: () => void) => ReactNode
}
type BoundaryState = { readonly error: unknown } | null

/** Error boundary: shows `fallback` when a component below throws. React supports this only in classes; this is the only class of the console. */
export class Boundary extends Component<Props, { readonly caught: BoundaryState }> {
  override state: { readonly caught: BoundaryState } = { caught: null }
  static getDerivedStateFromError(error: unknown): { caught: BoundaryState } {
    return { caught: { error } }
  }
  private readonly retry = (): void => this.setState({ caught: null })
  override render(): ReactNode {
    const { caught } = this.state
    return caught ? this.props.fallback(caught.error, this.retry) : this.props.children
  }
}
