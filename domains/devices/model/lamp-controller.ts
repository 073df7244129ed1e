/** Code of the device type of lamp controllers (decisions.md B1). A file of its own: the console does not load the whole type for it. */
export const LAMP_CONTROLLER = 4
