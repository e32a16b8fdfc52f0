// Which pictures may be uploaded. Public pages do not load this file.

export const MAX_UPLOAD_BYTES = 5 * 1024 * 1024
/**
 * Stored pictures are scaled down to this many pixels. The limit is above 1600, because a portrait picture 1600 pixels
 * wide is taller than that.
 */
export const LONGEST_SIDE = 2560
/** The types that the vehicle bucket accepts. For the brand bucket, see BRAND_PICTURE_EXTENSIONS. */
export const VEHICLE_PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']
