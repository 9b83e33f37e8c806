-- What only began like an image was named one, and shown in place: its numbers could not be read, or cannot be those of a
-- picture. It is a file like any other.
update files
set media_type = 'application/octet-stream', width = null, height = null
where not has_thumbnail
  and (
    media_type in ('image/jpeg', 'image/png', 'image/apng', 'image/gif', 'image/webp') and width is null
    or media_type = 'image/bmp' and (size < 26 or not (width between 1 and 100000 and height between 1 and 100000))
  );
