#include "filled.h"

unsigned char filled_places[FILLED_PLACES];
