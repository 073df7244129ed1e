/** The door of the console kit. Sign-in code uses `@lamplight/console-kit/session` instead. */

export { queryClient } from './api/query-client.ts'
export { formatTime, NOTHING, type TimeStyle } from './i18n/format.ts'
export { type Format, useFormat, zone } from './i18n/use-format.ts'
export { instantOf } from './i18n/zone.ts'
export { hrefOf, type Location, navigate, parseLocation, type Query } from './router/location.ts'
export { type ConsoleResource, type ConsoleSlice, defineConsole, definePage, type Page } from './router/page.ts'
export * from './session/index.ts'
export { type Project, project, setProject, useProject } from './session/project.ts'
export { type QueryPatch, type TabHandle, useTab, useUnsaved } from './tabs/use-tab.ts'
