import { createContext, useContext } from 'react'
import type { Query } from './list/list-state.ts'

const NONE: Query = {}

/**
 * Parameters that all calls of the lists, forms and dialogs below this context send, in the query of reading calls and in
 * the body of writing ones: the tenant of a page. The page's address contains them, but they are not filters of its list.
 * The object must stay the same while its content is.
 */
export const FixedParamsContext = createContext<Query>(NONE)
export const useFixedParams = (): Query => useContext(FixedParamsContext)
