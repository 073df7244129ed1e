import { lazy, type ReactNode, Suspense } from 'react'
import type { TreeNode } from './tree/tree-model.ts'
import type { TreeProps } from './tree/tree-view.tsx'
import { Skeleton } from './widgets.tsx'

const TreeView = lazy(() => import('./tree/tree-view.tsx').then((module) => ({ default: module.TreeView }))) as unknown as <
  N extends TreeNode,
>(
  props: TreeProps<N>,
) => ReactNode

export type { TreeNode } from './tree/tree-model.ts'

/** A tree to choose, tick or arrange nodes. Its code is loaded when a tree is first shown. */
export const Tree = <N extends TreeNode>(props: TreeProps<N>): ReactNode => (
  <Suspense fallback={<Skeleton rows={6} />}>
    <TreeView {...props} />
  </Suspense>
)
