import type { Text } from '@lamplight/kit'

/** Titles of pages. They are apart from the other texts of these pages, because the menu shows them before a page loads. */
export const PAGE_TITLES = {
  install: ['安装检查', 'Installation checks'],
  export: ['控制器导出', 'Controller export'],
  similar: ['同类设备', 'Similar equipment'],
  binding: ['绑定信息', 'Bindings'],
} as const satisfies Record<string, Text>
