/** systemType 3: smart poles (decisions.md A14). */
export const OF_POLES = { systemType: '3' } as const
