/** The generated list for pages of slices. A separate entry, so that it is loaded with the page. */

export { listPageOf, ResourceList } from '../pages.tsx'
