import { type Ctx, mayUse, registryPort } from '@lamplight/server-kit'

/** The sources of findings that slices offer. */
export const findingSources = (ctx: Ctx) => ctx.platform.port(registryPort).slices.flatMap(({ findings = [] }) => findings)

/** The sources that the user may read. */
export const readableSources = (ctx: Ctx) => findingSources(ctx).filter(({ right }) => mayUse(ctx.user, right))

/** False if slices offer findings and the user may read none of them. An empty list would then look as if nothing were open. */
export const seesFindings = (ctx: Ctx): boolean => findingSources(ctx).length === 0 || readableSources(ctx).length > 0
