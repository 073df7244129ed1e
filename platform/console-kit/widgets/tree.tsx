import type { TreeProps } from 'antd'
import { lazy, type ReactNode, Suspense } from 'react'
import { Skeleton } from './widgets.tsx'

const AntdTree = lazy(() => import('./antd-tree.tsx').then((module) => ({ default: module.AntdTree })))

export type { TreeDataNode } from 'antd'

/** antd's tree in our theme, with antd's properties. Its code is loaded when a tree is first shown. */
export const Tree = (props: TreeProps): ReactNode => (
  <Suspense fallback={<Skeleton rows={6} />}>
    <AntdTree {...props} />
  </Suspense>
)
