import { defineEvent } from '@lamplight/kit'

/** Linkages or alarm configurations changed: processes that watch devices read them again. */
export const LINKAGES_CHANGED = defineEvent<Readonly<Record<string, never>>>('linkage.changed', { shared: true })

/** Reports of trigger devices or due firings are stored: the runner looks at them now. */
export const LINKAGE_SEEN = defineEvent<Readonly<Record<string, never>>>('linkage.seen', { shared: true })
