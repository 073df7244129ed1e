/**
 * Families of decisions.md B1 whose rows are no reporting devices: the resource that lists them, by code. The register lists the other families by their
 * device types. Resources of slices that are not installed are left out.
 */
export const FAMILIES: Readonly<Record<number, { readonly slug: string; readonly resource: string }>> = {
  1: { slug: 'lamp_post', resource: 'lighting.post' },
  5: { slug: 'lamp', resource: 'lighting.lamp' },
  6: { slug: 'integrated', resource: 'devices.device' },
  8: { slug: 'switchbox', resource: 'cabinets.switchbox' },
  10: { slug: 'loop', resource: 'cabinets.loop' },
  23: { slug: 'road_cabinet', resource: 'roadcabinets.cabinet' },
}
