/** Heights of plots in pixels; a skeleton of the same height stands in until a chart is loaded. */
export const AGE_HEIGHT = 208
export const DISK_HEIGHT = 256
export const TOKEN_HEIGHT = 232
