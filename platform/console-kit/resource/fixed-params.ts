import { createContext, useContext } from 'react'
import type { Query } from './list-state.ts'

const NONE: Query = {}

/**
 * Parameters that every call of the lists, forms and dialogs below sends, in the query of a reading call and in the body of a writing one: the
 * tenant whose rows a page shows. They stand in the address of the page and are no filters of its list. The value must keep its identity while
 * its content is the same.
 */
export const FixedParamsContext = createContext<Query>(NONE)
export const useFixedParams = (): Query => useContext(FixedParamsContext)
