import { Tree, type TreeProps } from 'antd'
import type { ReactNode } from 'react'
import { AntdTheme } from './antd-theme.tsx'

export const AntdTree = (props: TreeProps): ReactNode => (
  <AntdTheme>
    <Tree {...props} />
  </AntdTheme>
)
