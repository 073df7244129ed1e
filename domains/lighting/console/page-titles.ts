import type { Text } from '@lamplight/kit'

/** Title of the page of bindings. It is apart from the other texts of this page, because it is needed before the page loads. */
export const BINDING_TITLE: Text = ['绑定信息', 'Bindings']
