import { Tree, type TreeProps } from 'antd'
import type { ReactNode } from 'react'
import { AntdTheme } from './antd-theme.tsx'

export const AntdTree = (given: TreeProps): ReactNode => (
  <AntdTheme>
    <Tree {...given} />
  </AntdTheme>
)
