"""Tables on screen (django-tables2). `listings`, not `tables`: a table is where four people sit."""
