type Rule = readonly [path: RegExp, why: string]
export declare const UNREAD: readonly Rule[]
export declare const UNREAD_BY_START: readonly Rule[]
export declare const prune: (modules: string, rules: readonly Rule[]) => void
