-- SVGs were never drawn, and no JPEG of more than 50 million pixels was: their small variant is made when it is asked for.
-- That of which none can be made says so then.
update files
set has_thumbnail = true
where not has_thumbnail
  and (
    media_type = 'image/svg+xml'
    or media_type = 'image/jpeg' and width::bigint * height <= 250000000
  );
